// Empty source, which a target that only precompiles headers needs.
