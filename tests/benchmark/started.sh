# Wait until systemd has started the host; before it listens, it cannot be asked to wait.
# shellcheck shell=sh
for _ in $(seq 600); do
  case $(systemctl is-system-running 2>/dev/null) in
    running | degraded) exit 0 ;;
  esac
  sleep 0.1
done
echo "systemd has not started the host within a minute" >&2
exit 1
