;; guix build -f ci/packaging/gimbal.scm
;;
;; Not tried: Guix itself, and with it the names of its packages and modules, and a build. Guile reads the
;; file. A test compares the options with those of configure, which takes the words of Guix's builder.
(use-modules (guix gexp)
             (guix git-download)
             ((guix licenses) #:prefix license:)
             (guix packages)
             (guix utils)
             (guix build-system gnu)
             (gnu packages compression)
             (gnu packages maths)
             (gnu packages mpi)
             (gnu packages pkg-config)
             (gnu packages serialization)
             (gnu packages web))

(package
  (name "gimbal")
  (version "1.0.0")
  (source (local-file "../.." "gimbal-checkout"
                      #:recursive? #t
                      #:select? (or (git-predicate (string-append (current-source-directory) "/../.."))
                                    (const #t))))
  (build-system gnu-build-system)
  (arguments
   (list #:configure-flags
         #~(list "--with-quad" "--without-boost" "--without-gsl" "--without-sundials" "--without-scipy"
                 (string-append "--with-gnuplot=" #$(this-package-input "gnuplot") "/bin/gnuplot"))
         #:phases
         ;; `make check` installs packages, which a build may not.
         #~(modify-phases %standard-phases
             (replace 'check
               (lambda* (#:key tests? #:allow-other-keys)
                 (when tests?
                   (invoke "build/gimbal" "verify" "short" "--no-tap" "-o" "build/short")))))))
  (native-inputs (list pkg-config))
  (inputs (list gnuplot jansson lapack libyaml openmpi petsc-openmpi zlib))
  (home-page "https://example.org/gimbal")
  (synopsis "Judge numerical integrators against the properties they claim")
  (description
   "gimbal tests numerical integrators for mechanical systems against the properties they claim: order of
convergence, conserved energy and momenta, constraints, symplecticity, reversibility.")
  (license license:bsd-2))
