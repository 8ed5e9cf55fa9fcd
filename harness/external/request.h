/* What a client asks for in a conversation: the services of gimbal.h. */
#ifndef GIMBAL_HARNESS_EXTERNAL_REQUEST_H
#define GIMBAL_HARNESS_EXTERNAL_REQUEST_H

#include "external/conversation.h"

extern Answer RequestAnswer;

#endif
