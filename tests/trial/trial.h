/* trial.h: abbreviations of the blind trial's plugins (see truths.csv). A method or model with
 * slip = 0 is right; what another value of slip breaks is said where it is used. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define ORDER(quantity_, value_) {.study = "order", .quantity = quantity_, .value = value_}
#define ORDERS(value_) ORDER("q", value_), {.study = "order", .quantity = "v", .value = value_, .when = "m > 0"}
#define STRUCTURE(quantity_, value_, when_) {.study = "structure", .quantity = quantity_, .value = value_, .when = when_}
#define SYMPLECTIC STRUCTURE("symplectic", "yes", "canonical")
#define NOT_SYMPLECTIC STRUCTURE("symplectic", "no", "canonical")
#define ENERGY(value_, when_) {.study = "energy", .quantity = "energy", .value = value_, .when = when_}
#define CONSERVED "canonical && autonomous"

/* One method of several members, NAME and NAME_slip among them. */
#define MEMBERS(...) .members = GIMBAL_LIST(gimbal_member, __VA_ARGS__)
#define TWINS(name_) MEMBERS({name_, "slip=0"}, {name_ "_slip", "slip=1"})
#define CLAIMS(...) .claims = GIMBAL_LIST(gimbal_claim, __VA_ARGS__)
#define PARAMETERS(...) .parameters = GIMBAL_LIST(gimbal_value, __VA_ARGS__)
#define SLIP {.name = "slip", .value = "0"}

typedef gimbal_real real;
