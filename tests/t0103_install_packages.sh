# What is installed, when, and how: against an apt-get that only writes down its words.
. tests/tap.sh

tree=$scratch/tree
bin=$scratch/bin
mkdir -p "$tree/ci" "$bin"
cp ci/install-packages "$tree/ci"
log=$scratch/log
missing=$scratch/missing
known=$scratch/known
program() { cat >"$1"; chmod +x "$1"; }
program "$tree/configure" <<END
#!/bin/sh
cat "$missing"
END
program "$bin/apt-get" <<END
#!/bin/sh
echo "apt-get \$*" >>"$log"
case \$1 in
update)
  if [ -e "$scratch/locked" ]; then
    rm "$scratch/locked"
    echo "E: Could not get lock /var/lib/apt/lists/lock." >&2
    exit 100
  fi
  touch "$known"
  [ ! -e "$scratch/offline" ] || { echo "E: no network" >&2; exit 100; } ;;
install) [ -e "$known" ] && [ ! -e "$scratch/stale" ] && : >"$missing" || { rm -f "$scratch/stale"; exit 100; } ;;
esac
END
program "$bin/sleep" <<END
#!/bin/sh
echo "sleep" >>"$log"
END
program "$bin/apt-cache" <<END
#!/bin/sh
[ -e "$known" ]
END
program "$bin/dpkg-query" <<END
#!/bin/sh
case "\$*" in *libyaml-dev*) echo installed ;; *) exit 1 ;; esac
END
program "$bin/id" <<END
#!/bin/sh
cat "$scratch/user"
END
program "$bin/sudo" <<END
#!/bin/sh
echo "sudo" >>"$log"
exec env "\$@"
END
echo 0 >"$scratch/user"
attempt() {
  : >"$log"
  printf 'petsc-dev\nlibyaml-dev\ngnuplot-nox\n' >"$missing"
  run env PATH="$bin:$PATH" "$tree/ci/install-packages" "$@"
  calls=$(cat "$log")
}
install="apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 petsc-dev gnuplot-nox"

attempt no
is "$status" 1 "INSTALL=no fails where something is missing"
matches "$errors" 'not here: petsc-dev gnuplot-nox' "INSTALL=no names missing packages, but none that dpkg has"
is "$calls" "" "INSTALL=no installs nothing"

attempt yes
is "$status" 0 "a fresh machine gets its packages"
is "$calls" "apt-get update
$install" "apt's lists are fetched first where it has none"
matches "$(printf '%s\n' "$output" | sed -n 1p)" 'installs the Debian packages.*petsc-dev' \
  "what will be installed is said first"

attempt yes
is "$calls" "$install" "apt's lists are not fetched without need"

touch "$scratch/stale"
attempt yes
is "$status" 0 "lists that are too old are fetched again"
is "$calls" "$install
apt-get update
$install" "after the first try"

echo 1000 >"$scratch/user"
attempt yes
is "$calls" "sudo
$install" "another user than root uses sudo"
echo 0 >"$scratch/user"

rm "$known"
touch "$scratch/offline"
attempt yes
is "$status" 1 "without a network it fails"
is "$calls" "apt-get update" "at once"
matches "$errors" 'E: no network' "with apt-get's message"
rm "$scratch/offline"

rm "$known"
touch "$scratch/locked"
attempt yes
is "$status" 0 "where another fetches lists it waits"
is "$calls" "apt-get update
sleep
apt-get update
$install" "it then fetches its own lists"

program "$tree/configure" <<END
#!/bin/sh
[ "\$1" = --missing=libraries ] && cat "$missing"
END
touch "$known"
attempt yes libraries
is "$calls" "$install" "libraries are installed if requested"
attempt yes
is "$calls" "" "libraries are not installed without a request"
program "$tree/configure" <<END
#!/bin/sh
cat "$missing"
END

: >"$missing"
: >"$log"
run env PATH="$bin:$PATH" "$tree/ci/install-packages"
is "$status$output$errors$(cat "$log")" 0 "where nothing is missing nothing is done or said"
done_testing
