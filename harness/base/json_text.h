/* JSON as text. */
#ifndef GIMBAL_HARNESS_BASE_JSON_TEXT_H
#define GIMBAL_HARNESS_BASE_JSON_TEXT_H

#include <jansson.h>

/* As json_dumps, with its flags; to be freed by free; NULL: no memory, or no value. json_dumps itself
 * (of jansson 2.14) overlooks that there is no memory for a key, and leaves it out. */
extern char *JsonText(const json_t *value, size_t flags);

#endif
