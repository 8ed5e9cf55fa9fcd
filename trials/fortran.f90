! Trial of an integrator on five models whose solutions are known to 20 digits.
! Run:   gfortran -O2 -Wall -Wextra -o trial trial.f90 && ./trial >trial.csv
! Judge: gimbal judge --card card.yaml trial.csv
! Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.

! ---- Five models: positions, then velocities ----

module models
  use, intrinsic :: iso_fortran_env, only: real64, int64
  implicit none
  integer, parameter :: wp = real64, most = 20 ! the number type of the library
  character(15) :: name
  integer :: model, dim
  integer(int64) :: evaluations
  real(wp) :: T, start(most), third(most), final(most)
contains
  subroutine field(time, y, dy)
    real(wp), intent(in) :: time, y(:)
    real(wp), intent(out) :: dy(:)
    real(wp) :: r3, x(11)
    integer :: i
    evaluations = evaluations + 1
    i = size(y) / 2
    dy(:i) = y(i + 1:)
    select case (model)
    case (1)
      dy(2) = -sin(y(1))
    case (2)
      dy(2) = -sin(y(1)) + 0.3_wp * cos(1.7_wp * time)
    case (3)
      r3 = sqrt(y(1)**2 + y(2)**2)**3
      dy(3:4) = -y(1:2) / r3
    case (4)
      dy(3) = -y(1) - 2 * y(1) * y(2)
      dy(4) = -y(2) - y(1)**2 + y(2)**2
    case (5) ! ten masses between walls, with quartic and quadratic springs in turn
      x = [y(:10), 0.0_wp] - [0.0_wp, y(:10)]
      x(1::2) = 4 * x(1::2)**3
      x(2::2) = 2 * x(2::2)
      dy(11:) = x(2:) - x(:10)
    end select
  end subroutine field

  ! Name, unknowns, T, and the states at 0, T/3 and T.
  subroutine choose(number)
    integer, intent(in) :: number
    model = number
    select case (model)
    case (1)
      name = 'pendulum'; dim = 2; T = 3.0_wp
      start(:dim) = [1.0_wp, 1.0_wp]
      third(:dim) = [1.5297907853434743299_wp, 0.037195296955719380612_wp]
      final(:dim) = [-0.1732851170552567988_wp, -1.3745700127771053625_wp]
    case (2)
      name = 'driven_pendulum'; dim = 2; T = 3.0_wp
      start(:dim) = [1.0_wp, 0.5_wp]
      third(:dim) = [1.1688742476298780195_wp, -0.23434994784418781457_wp]
      final(:dim) = [-0.87234822433058503825_wp, -1.1159097147452630389_wp]
    case (3)
      name = 'kepler'; dim = 4; T = 3.0_wp
      start(:dim) = [0.57758256189037271612_wp, 0.45734281543498245774_wp, &
                     -0.65075216396722006257_wp, 1.1363265062049125209_wp]
      third(:dim) = [-0.38421055869838104259_wp, 0.95055079266779475662_wp, &
                     -0.97189484023984782589_wp, -0.078352325191695464642_wp]
      final(:dim) = [-1.2863797993311190421_wp, -0.15690746075017022839_wp, &
                     0.12692487272604868394_wp, -0.72608707196516039025_wp]
    case (4)
      name = 'henon_heiles'; dim = 4; T = 4.0_wp
      start(:dim) = [0.1_wp, -0.2_wp, 0.4_wp, 0.2_wp]
      third(:dim) = [0.43607561048392456041_wp, 0.097292262119914507877_wp, &
                     -0.008229331627794275682_wp, 0.12348799093046947755_wp]
      final(:dim) = [-0.47227960870837257033_wp, -0.15207473288300231746_wp, &
                     -0.19569716459294275615_wp, -0.17987906613095126729_wp]
    case (5)
      name = 'chain'; dim = 20; T = 3.0_wp
      start(:dim) = [0.3_wp, -0.2_wp, 0.1_wp, 0.25_wp, -0.15_wp, 0.2_wp, -0.3_wp, 0.05_wp, &
                     0.15_wp, -0.1_wp, 0.1_wp, 0.2_wp, -0.3_wp, 0.4_wp, -0.1_wp, 0.3_wp, &
                     -0.2_wp, 0.1_wp, -0.4_wp, 0.2_wp]
      third(:dim) = [0.044676147839713864432_wp, 0.32820161365309405809_wp, &
                     0.063761064942218325394_wp, 0.2240673869173467352_wp, &
                     0.1924449539130172312_wp, -0.018470833468349727974_wp, &
                     0.016087151387526290077_wp, -0.14009575718337258295_wp, &
                     -0.26251093965647217615_wp, 0.11347034928937778518_wp, &
                     -0.30463128341955448029_wp, 0.55396853962227156016_wp, &
                     0.24862255428121612796_wp, -0.37381103542727732781_wp, &
                     0.49554465308903786598_wp, -0.3854040813570628537_wp, &
                     0.50392123200991915122_wp, -0.29504305709415078845_wp, &
                     -0.19863761917276262011_wp, 0.0013607245545922337975_wp]
      final(:dim) = [0.52874040147410284355_wp, 0.11470735157298705749_wp, &
                     0.07609216243546288356_wp, 0.24335792144443000079_wp, &
                     -0.090932721658188243516_wp, 0.39055452525504142335_wp, &
                     -0.081288479192424698529_wp, 0.29263958158878094011_wp, &
                     -0.093076756146042975725_wp, -0.36093814196125876731_wp, &
                     -0.17720841136911756331_wp, 0.0083650642727097669011_wp, &
                     -0.26841542488128673146_wp, 0.32360842563264324462_wp, &
                     -0.0077166553912153794414_wp, -0.078756240327019355211_wp, &
                     0.10446622076985101063_wp, 0.13907716738939408597_wp, &
                     -0.23074703270276625446_wp, 0.27703410364773412753_wp]
    end select
  end subroutine choose
end module models

! ---- YOUR LIBRARY: the one place to fill in ----
! Integrate y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. y holds the
! initial state and receives the end state. With dense output, dense receives the state at T/3, a third
! into a step; else leave it. failed becomes .true. for a failure.

module library
  use models, only: wp
  implicit none
  type method
    character(20) :: name
    logical :: steps, tolerances ! what it can be run with
  end type method
  type(method), parameter :: methods(*) = [method('rk4', .true., .false.)]
contains
  subroutine solve(name, f, T, n, tolerance, y, dense, failed)
    character(*), intent(in) :: name
    interface
      subroutine f(time, y, dy)
        import wp
        real(wp), intent(in) :: time, y(:)
        real(wp), intent(out) :: dy(:)
      end subroutine f
    end interface
    integer, intent(in) :: n
    real(wp), intent(in) :: T, tolerance
    real(wp), intent(inout) :: y(:), dense(:)
    logical, intent(inout) :: failed
    select case (name)
    case ('rk4')
      call rk4(f, T, n, y)
    case default ! with tolerance, and dense(1:size(y)), where the library has them
      failed = tolerance < 0 .or. size(dense) < size(y)
    end select
  end subroutine solve

  subroutine rk4(f, T, n, y)
    interface
      subroutine f(time, y, dy)
        import wp
        real(wp), intent(in) :: time, y(:)
        real(wp), intent(out) :: dy(:)
      end subroutine f
    end interface
    real(wp), intent(in) :: T
    integer, intent(in) :: n
    real(wp), intent(inout) :: y(:)
    real(wp), dimension(size(y)) :: k, total
    real(wp) :: h, c(4), w(4)
    integer :: i, stage
    h = T / n
    c = h * [0.0_wp, 0.5_wp, 0.5_wp, 1.0_wp]
    w = h * [1, 2, 2, 1] / 6
    do i = 0, n - 1
      k = 0
      total = y
      do stage = 1, 4
        call f(i * h + c(stage), y + c(stage) * k, k)
        total = total + w(stage) * k
      end do
      y = total
    end do
  end subroutine rk4
end module library

! ---- The table ----

program trial
  use models
  use library, only: methods, solve
  implicit none
  logical, parameter :: defects = .false. ! .true.: the symplecticity defect of one step, by differences
  integer, parameter :: steps(*) = [ &
    22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226, 262, 304, 352, 412, &
    478, 556, 646, 748, 868, 1006]
  integer :: m, p, i
  print '(a)', 'method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped'
  do m = 1, size(methods)
    do p = 1, 5
      call choose(p)
      if (methods(m)%steps) then
        do i = 1, size(steps)
          call row(m, steps(i), 0.0_wp)
        end do
      end if
      if (methods(m)%tolerances) then
        do i = 0, 36
          call row(m, 0, 10.0_wp**(-3 - i / 4.0_wp))
        end do
      end if
    end do
  end do
contains
  subroutine row(m, n, tolerance)
    integer, intent(in) :: m, n
    real(wp), intent(in) :: tolerance
    real(wp) :: y(dim), dense(dim)
    logical :: failed
    integer(int64) :: begin, end, rate, count
    y = start(:dim)
    dense = huge(dense)
    failed = .false.
    evaluations = 0
    call system_clock(begin, rate)
    call solve(trim(methods(m)%name), field, T, n, tolerance, y, dense, failed)
    call system_clock(end)
    count = evaluations
    write (*, '(4a)', advance='no') trim(methods(m)%name), ',', trim(name), ','
    if (n > 0) write (*, '(i0, a)', advance='no') n, ',,'
    if (n == 0) write (*, '(a, es23.16, a)', advance='no') ',', tolerance, ','
    if (failed) then
      write (*, '(a)', advance='no') 'nan,nan,nan,nan,,,,,'
    else
      call print_errors(y, final(:dim))
      call print_errors(dense, third(:dim))
    end if
    write (*, '(es9.2, a, i0, a, es9.2, a)', advance='no') epsilon(y) * maxval(abs(final(:dim))) &
      * (32 + merge(n, 1000, n > 0)), ',', count, ',', real(end - begin, wp) / rate, ','
    if (n > 0 .and. defects) write (*, '(es9.2)', advance='no') defect(m, n)
    print '(a)', merge(',failed', ',      ', failed)
  end subroutine row

  ! Four sums of errors, with their signs: of the components 1, 5, 9, ..., 2, 6, 10, ... and so on.
  subroutine print_errors(y, exact)
    real(wp), intent(in) :: y(:), exact(:)
    integer :: k
    do k = 1, 4
      if (k <= dim .and. y(1) < huge(y)) write (*, '(es22.14e3)', advance='no') sum(y(k::4) - exact(k::4))
      write (*, '(a)', advance='no') ','
    end do
  end subroutine print_errors

  ! The largest entry of J'WJ - W, W = [0 1; -1 0], for the derivative J of one step of size T/n.
  real(wp) function defect(m, n)
    integer, intent(in) :: m, n
    integer, parameter :: at(4) = [-2, -1, 1, 2], weight(4) = [1, -8, 8, -1]
    real(wp) :: J(dim, dim), W(dim, dim), y(dim), dense(dim), delta
    integer :: c, k
    logical :: failed
    delta = epsilon(delta)**0.2_wp
    J = 0
    W = 0
    do c = 1, dim
      if (c <= dim / 2) W(c, c + dim / 2) = 1
      if (c <= dim / 2) W(c + dim / 2, c) = -1
      do k = 1, 4
        y = start(:dim)
        y(c) = y(c) + at(k) * delta
        call solve(trim(methods(m)%name), field, T / n, 1, 0.0_wp, y, dense, failed)
        J(:, c) = J(:, c) + weight(k) * y / (12 * delta)
      end do
    end do
    defect = maxval(abs(matmul(transpose(J), matmul(W, J)) - W))
  end function defect
end program trial
