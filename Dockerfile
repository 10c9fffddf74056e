# Image with the commands:   docker build -t bora .   (or: buildah build -t bora .)
# docs/getting-started/install.md says how to run it.
FROM debian:bookworm-slim AS build
WORKDIR /src
# Programs that make Debian packages; tools/setup installs those that build.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates dpkg-dev file help2man \
 && rm -rf /var/lib/apt/lists/*
# A separate layer, so that what it installs is cached when sources change.
COPY tools/setup tools/setup
RUN tools/setup
COPY . .
RUN tools/build package
WORKDIR /src/build/package
RUN cpack -G DEB -D CPACK_COMPONENTS_ALL=tools \
 && mkdir /packages \
 && cp bora_*.deb /root/.cache/bora/digits.png /packages

# The final image contains only the package and the libraries that it depends on.
FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN --mount=type=bind,from=build,source=/packages,target=/packages \
    apt-get update \
 && apt-get install -y --no-install-recommends /packages/bora_*.deb \
 && rm -rf /var/lib/apt/lists/* \
 && install -D -m 644 /packages/digits.png /usr/share/doc/opencv-doc/examples/data/digits.png \
 && useradd --create-home --uid 1000 bora \
 && install -d -o bora -g bora /work
USER 1000
WORKDIR /work
ENTRYPOINT ["bo-attack"]
CMD ["--help"]
