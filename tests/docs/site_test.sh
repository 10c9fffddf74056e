#!/usr/bin/env bash
# Builds the documentation's site and fails if a link leads to a missing page or heading. Skipped (77) without MkDocs.
# site_test.sh SOURCES
set -euo pipefail
cd "$1"
mkdocs=(${BORA_MKDOCS:-mkdocs})
version=$("${mkdocs[@]}" --version 2>/dev/null | grep -oE '[0-9]+\.[0-9]+' | head -1 || true)
if [ -z "$version" ] || [ "$(printf '1.6\n%s\n' "$version" | sort -V | head -1)" != 1.6 ]; then
  echo "skipped: no mkdocs 1.6 or later; install it with 'pip install mkdocs-material', or name it in BORA_MKDOCS"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! NO_MKDOCS_2_WARNING=1 "${mkdocs[@]}" build --strict --site-dir "$work/site" >"$work/log" 2>&1; then
  if grep -qi "unrecognised theme\|theme.*material\|No module named" "$work/log"; then
    echo "skipped: mkdocs has no theme 'material'; install it with 'pip install mkdocs-material'"
    exit 77
  fi
  cat "$work/log"
  exit 1
fi
# The site contains every page of docs/, and no page of it loads anything from another server.
while IFS= read -r page; do
  case $page in
    README.md | */README.md) html=${page%README.md}index.html ;;
    *) html=${page%.md}/index.html ;;
  esac
  [ -e "$work/site/$html" ] || { echo "docs/$page: the site has no page of it"; exit 1; }
done < <(cd docs && find . -name '*.md' | sed 's|^\./||')
if grep -lE '<(script|link|img)[^>]*(src|href)="?https?://' -r "$work/site" --include='*.html' | head -3 | grep .; then
  echo "these pages load from another server"
  exit 1
fi
echo "$(find "$work/site" -name '*.html' | wc -l) pages"
