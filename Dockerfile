# An image of the commands:   docker build -t bora .   (or: buildah build -t bora .)
# docs/getting-started/install.md says how to run it.
FROM debian:bookworm-slim AS build
WORKDIR /src
# What makes packages; tools/setup installs what builds.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates dpkg-dev file help2man \
 && rm -rf /var/lib/apt/lists/*
# By itself, so that a change of the sources leaves what it installs as it is.
COPY tools/setup tools/setup
RUN tools/setup
COPY . .
RUN tools/build package
WORKDIR /src/build/package
RUN cpack -G DEB -D CPACK_COMPONENTS_ALL=tools \
 && mkdir /packages \
 && cp bora_*.deb /root/.cache/bora/digits.png /packages

# The package brings the libraries that it needs, and no other.
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
