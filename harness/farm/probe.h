/* A user's plugins are loaded in another process first: what a constructor does there (ending the program,
 * crashing, hanging, printing) is reported with the plugin that did it, and harms nothing. */
#pragma once

#include "registry/registry.h"

/* PETSC_ERR_USER_INPUT with the file and what it did, if it did what a plugin must not do when it is loaded. */
extern RegistryTrial ProbePlugins;
