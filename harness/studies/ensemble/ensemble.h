/* What the parts of the ensemble study share. */
#pragma once

#include "record/verdict.h"

extern ClaimJudge EnsembleJudge;
