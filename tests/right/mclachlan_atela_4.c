/* The method of order 4 for quadratic T of McLachlan and Atela, four stages. They print 19 digits; the
 * first drift is kept, and the others solve the conditions for Nyström methods in 40 digits. */
#define STAGES 4
#include "splitting.h"

COEFFICIENTS("0.5153528374311229364, -0.08578201941297364606974570724888887068062, "
             "0.4415830236164665242530474960327638090808, "
             "1-0.5153528374311229364+0.08578201941297364606974570724888887068062-0."
             "4415830236164665242530474960327638090808",
             "0.1344961992774310892055312442106853426871, "
             "-0.2248198030794208058177968226460580021449, "
             "0.756320000515668291113227635337173775088, "
             "1-0.1344961992774310892055312442106853426871+0."
             "2248198030794208058177968226460580021449-0.756320000515668291113227635337173775088");
SPLITTING_CLAIMS("4", "no");
METHOD("mclachlan_atela_4", "the method of order 4 of McLachlan and Atela",
       "McLachlan and Atela, Nonlinearity 5 (1992) 541", GIMBAL_LAGRANGIAN, ON_SEPARABLE,
       .coefficients = GIMBAL_ARRAY(coefficients));
