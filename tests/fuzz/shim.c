/* A plugin whose descriptors are what descriptors.c puts there before it is loaded once more. */
#define gimbal_plugin_double declared_double
#include "gimbal.h"
#undef gimbal_plugin_double

GIMBAL_EXPORT extern gimbal_plugin gimbal_plugin_double, gimbal_plugin_quad;
gimbal_plugin gimbal_plugin_double, gimbal_plugin_quad;
