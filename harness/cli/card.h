/* A card, what the documentation of a library claims of its methods: gimbal judge --card. */
#pragma once

#include "judge/table.h"

/* Judges a table by a card, prints (TAP, or text), and sets the exit status. */
extern PetscErrorCode CardJudge(const char *card, const TableQuestion *, const char *table,
                                PetscBool tap, int *status);
