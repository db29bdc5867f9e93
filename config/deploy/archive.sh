#!/bin/sh
# The archive of a PostgreSQL server, by its own programs: every change that it writes down, and
# whole copies to begin from. It brings the database back as it was at any second since the oldest copy.
#
#   archive.sh put FOLDER FILE NAME      archive_command: keep a file of changes (%p, %f)
#   archive.sh get FOLDER NAME FILE      restore_command: bring one back (%f, %p)
#   archive.sh copy FOLDER DAYS          write a whole copy; forget what is older than DAYS
#   archive.sh recover FOLDER DATA [MOMENT]   fill an empty folder of data with the newest copy before
#                                             MOMENT; the server continues from it when it starts
#   archive.sh undo FOLDER MOMENT      once that has worked: forget copies of what is undone
#
# libpq's variables (PGHOST, PGUSER …) say where the server of "copy" is. Times are UTC.
set -eu
umask 077
folder=$2

case $1 in
put)
    kept=$folder/wal/$4.gz
    if [ -f "$kept" ]; then
        # After a crash the server may ask again for the same. Anything else is refused.
        gzip -dc "$kept" | cmp -s - "$3"
        exit
    fi
    mkdir -p "$folder/wal"
    gzip -1 <"$3" >"$kept.partial"
    sync "$kept.partial"
    mv "$kept.partial" "$kept"
    sync "$folder/wal"
    ;;
get)
    # A file that is not there is the end of what is known; half a one must not be taken for it.
    [ -f "$folder/wal/$3.gz" ] || exit 1
    gzip -dc "$folder/wal/$3.gz" >"$4.partial"
    mv "$4.partial" "$4"
    ;;
copy)
    mkdir -p "$folder/copies"
    # What was cut off; another one may be at work.
    find "$folder/copies" -maxdepth 1 -name '*.partial' -mmin +1440 -exec rm -rf {} +
    partial=$folder/copies/$$.partial
    pg_basebackup --no-password -D "$partial" -Ft -z -X none --checkpoint=fast --no-manifest
    sync
    # Its name is the moment from which on it can be used.
    mv "$partial" "$folder/copies/$(date -u +%Y-%m-%d-%H%M%S)"
    # The newest copy that is older than DAYS is where the oldest second begins.
    limit=$(date -u -d "@$(($(date +%s) - $3 * 86400))" +%Y-%m-%d-%H%M%S)
    begin=
    for copy in "$folder"/copies/*; do
        [ "$(basename "$copy")" \< "$limit" ] || break
        [ -z "$begin" ] || rm -rf "$begin"
        begin=$copy
    done
    oldest=$(find "$folder/copies" -mindepth 1 -maxdepth 1 -type d -name '[0-9]*' | sort | head -n 1)
    first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL.*(file \(.*\))$/\1/p')
    [ -z "$first" ] || pg_archivecleanup -x .gz "$folder/wal" "$first"
    ;;
recover)
    data=$3 moment=${4-}
    [ -z "$(ls -A "$data")" ] || { echo "$data is not empty" >&2; exit 1; }
    limit=9999
    [ -z "$moment" ] || limit=$(date -u -d "$moment UTC" +%Y-%m-%d-%H%M%S)
    from=
    for copy in "$folder"/copies/[0-9]*; do
        [ -f "$copy/base.tar.gz" ] || continue
        [ "$(basename "$copy")" \> "$limit" ] || from=$copy
    done
    [ -n "$from" ] || { echo "the archive has no copy from before $moment UTC" >&2; exit 1; }
    tar -xzf "$from/base.tar.gz" -C "$data"
    mkdir -p "$data/pg_wal"
    {
        echo "restore_command = 'sh \"$(realpath "$0")\" get \"$(realpath "$folder")\" \"%f\" \"%p\"'"
        echo "recovery_target_action = 'promote'"
        [ -z "$moment" ] || echo "recovery_target_time = '$moment UTC'"
    } >>"$data/postgresql.auto.conf"
    touch "$data/recovery.signal"
    chmod 700 "$data"
    ;;
undo)
    limit=$(date -u -d "$3 UTC" +%Y-%m-%d-%H%M%S)
    for copy in "$folder"/copies/[0-9]*; do
        [ ! "$(basename "$copy")" \> "$limit" ] || rm -rf "$copy"
    done
    ;;
*)
    sed -n '2,13p' "$0" >&2
    exit 2
    ;;
esac
