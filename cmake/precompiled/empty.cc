// A target that only precompiles headers needs a source all the same.
