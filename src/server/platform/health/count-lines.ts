import type { Metrics } from './metrics.ts';

const lineStart = /^\{"time":"[^"]*","level":"(info|warn|error)","event":"([a-z\d-]+)"/;

/**
 * Adds the counter `slipway_log_lines_total` to `metrics`, for alerts. Returns a log writer that counts each
 * line by level and event, and passes it to `write`. Lines of another format are written, but not counted.
 */
export function countLogLines(
  write: (line: string) => void,
  metrics: Pick<Metrics, 'addCounter'>,
): (line: string) => void {
  const count = metrics.addCounter({
    name: 'slipway_log_lines_total',
    help: 'Lines of the log by level and event',
    labels: ['level', 'event'],
  });
  return (line) => {
    const [, level, event] = lineStart.exec(line) ?? [];
    if (level !== undefined && event !== undefined) count({ level, event });
    write(line);
  };
}
