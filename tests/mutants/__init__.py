"""Do the tests of the rules bite? Small faults are put into `companion/rules`, one at a time; a test must fail."""
