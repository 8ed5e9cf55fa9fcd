/* For a wrong method that differs from a right one in one thing: takes over the functions, the
 * coefficients and the claims of the file RIGHT, but not its descriptor.
 *     #define RIGHT "../../methods/rk4.c"
 *     #include "right.h"
 */
#include "gimbal.h"

#pragma push_macro("GIMBAL_PLUGIN")
#undef GIMBAL_PLUGIN
#define GIMBAL_PLUGIN(...) struct gimbal_plugin_left_out
#include RIGHT
#pragma pop_macro("GIMBAL_PLUGIN")
