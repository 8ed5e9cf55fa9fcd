#!/usr/bin/env perl
# skeleton: a method for gimbal in Perl, to be copied and changed into your own.
#
#     gimbal verify --external "perl skeleton.pl"
#
# runs it on gimbal's models and judges its claims. It needs Perl's own modules only. The first part is the
# protocol and can stay as it is; the method is at the end.
use strict;
use warnings;
use JSON::PP;

# ---- The protocol -----------------------------------------------------------------------------------
# Lines of JSON: gimbal sends a request on standard input and reads one answer from standard output. Before
# that answer the method may send requests for values of the model. Do not print to standard output; gimbal
# shows STDERR.

package Gimbal;

my $json = JSON::PP->new->utf8->allow_nonref;
my @solving;    # systems within systems: their residuals
my %runs;       # by their numbers
my @methods;    # their packages

# Perl prints 15 digits of a number, and 17 are needed: gimbal takes a text for a number, too, and
# knows "NaN", "Inf" and "-Inf".
sub for_json { [ map { sprintf "%.17g", $_ } @{ $_[0] } ] }

# Numbers that JSON has no sign for come as the texts "NaN", "Infinity" and "-Infinity".
sub numbers { [ map { $_ + 0 } @{ $_[0] } ] }

sub send {
    my $text = $json->encode( $_[0] ) . "\n";
    syswrite STDOUT, $text or exit 1;
}

# JSON::PP reads letter by letter, which would cost more than all else in a step: most messages are
# nothing but an array of plain numbers.
sub receive {
    my $line = <STDIN>;
    defined $line or exit 0;    # gimbal has ended
    if ( $line =~ /^\{(?:"do":"(\w+)",)?"(value|x)":\[([-+.e0-9,]*)\]\}$/ ) {
        return { $2 => [ split /,/, $3 ], $1 ? ( do => $1 ) : () };
    }
    return $json->decode($line);
}

# Asks gimbal, by the names that gimbal.h has; matrices are lists, row by row. Dies where the model
# has no value: the step cannot be made then.
sub ask {
    my ( $name, %values ) = @_;
    Gimbal::send( { ask => $name, %values } );
    my $message = receive();
    while ( exists $message->{do} ) {    # the residual of what it solves
        serve($message);
        $message = receive();
    }
    die { failed => JSON::PP::true } if $message->{failed};
    return $message;
}

# f(t, y) of y' = f(t, y), which every model has; y is q, with v behind it.
sub field {
    my ( $t, $y ) = @_;
    return numbers( ask( "field", t => sprintf( "%.17g", $t ), y => for_json($y) )->{value} );
}

# The x at which residual(x), a list as long as x, is zero, by Newton's method from that first guess.
sub solve {
    my ( $residual, $x ) = @_;
    push @solving, $residual;
    my $solved = eval { ask( "solve", x => for_json($x) ) };
    my $failure = $@;
    pop @solving;
    die $failure unless $solved;
    return numbers( $solved->{value} );
}

# A step that cannot be made: failed("the root is complex", $value). gimbal records the reason. Any
# other die ends the job, as a crash would.
sub failed { die { failed => $_[0], number => sprintf( "%.17g", $_[1] // 0 ) } }

sub state {
    my ($message) = @_;
    return { t => $message->{t} + 0, map { $_ => numbers( $message->{$_} ) } qw(q p lambda memory) };
}

# The arrays of a state that a method writes: those that it gives back.
sub written {
    my ($arrays) = @_;
    return { map { $_ => for_json( $arrays->{$_} ) } keys %$arrays };
}

sub answer {
    my ($message) = @_;
    my $what      = $message->{do};
    my $run       = exists $message->{run} ? $runs{ $message->{run} } : undef;
    return { protocol => 1, methods => [ map { $_->describe } @methods ] } if $what eq "describe";
    return { value => for_json( $solving[-1]->( numbers( $message->{x} ) ) ) }
      if $what eq "residual";
    if ( $what eq "open" ) {
        $runs{ $message->{run} } = $methods[ $message->{method} ]->open($message);
        return {};
    }
    if ( $what eq "close" ) {
        delete $runs{ $message->{run} };
        return {};
    }
    my $state = Gimbal::state( $message->{state} );
    return written( $run->step( $state, $message->{h} + 0 ) )  if $what eq "step";
    return written( $run->start( $state, $message->{h} + 0 ) ) if $what eq "start";
    die "gimbal asks for $what";
}

sub serve {
    my ($message) = @_;
    my $reply = eval { answer($message) };
    if ( !$reply ) {
        my $error = $@;
        chomp $error unless ref $error;
        print STDERR "$error\n" unless ref $error;
        $reply = ref $error eq "HASH" ? $error : { broken => "$error" };
    }
    Gimbal::send($reply);
}

sub main {
    @methods = @_;
    serve( receive() ) while 1;
}

# ---- The method --------------------------------------------------------------------------------------

# The implicit midpoint rule: K = f(t + h/2, y + h/2 K), y + h K, of which gimbal finds the K.
package Own;

sub describe {
    my @claims = (
        [ "order",     "q",          "2" ],
        [ "order",     "v",          "2",     "m > 0" ],
        [ "invariant", "linear",     "exact", "unconstrained" ],
        [ "invariant", "quadratic",  "exact", "unconstrained" ],
        [ "structure", "symplectic", "yes",   "canonical && separable" ],
        [ "structure", "reversible", "yes",   "reversible" ],
    );
    my @words = qw(study quantity value when source);
    return {
        name        => "skeleton",
        title       => "the implicit midpoint rule, in Perl",
        citation    => "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), VI.4",
        formulation => "ode",
        symmetric   => "1",
        overwrites  => "none",            # it writes increments: dq
        calls       => ["step"],          # and start, if it has one
        claims      => [
            map { my $claim = $_; +{ map { $words[$_] => $claim->[$_] } 0 .. $#$claim } } @claims
        ],
    };
}

# Of one run: the message has h, the sizes n, m, k of the problem, and the parameters.
sub open { return bless { h => $_[1]{h} }, $_[0] }

# From t and q (here y) one step of size h: the increments of q.
sub step {
    my ( $self, $state, $h ) = @_;
    my $y        = $state->{q};
    my $residual = sub {
        my ($K) = @_;
        my @Y   = map { $y->[$_] + $h * 0.5 * $K->[$_] } 0 .. $#$y;
        my $f   = Gimbal::field( $state->{t} + 0.5 * $h, \@Y );
        return [ map { $K->[$_] - $f->[$_] } 0 .. $#$y ];
    };
    my $K = Gimbal::solve( $residual, [ (0) x @$y ] );
    return { dq => [ map { $h * $_ } @$K ] };
}

Gimbal::main("Own") unless caller;
