// The configuration of the build comes from the command line here.
