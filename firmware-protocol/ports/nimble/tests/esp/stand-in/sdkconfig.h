// What a build is configured with comes from the command line here.
