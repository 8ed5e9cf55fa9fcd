/* What a client asks for in a conversation: the services of gimbal.h. */
#pragma once

#include "external/conversation.h"

extern Answer RequestAnswer;
