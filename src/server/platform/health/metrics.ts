import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics in Prometheus's format. Our names begin with `slipway_` and end with their unit. */
export interface Metrics {
  /** Adds a value that is read whenever the metrics are requested; undefined or an error leaves it out. */
  readonly addGauge: (gauge: {
    readonly name: MetricName;
    readonly help: string;
    readonly read: () => Promise<number | undefined> | number | undefined;
  }) => void;
  /**
   * Adds a counter with labels; returns the function that adds 1 for the given labels. Labels come from
   * closed lists, never from a visitor.
   */
  readonly addCounter: <Label extends string>(counter: {
    readonly name: MetricName;
    readonly help: string;
    readonly labels: readonly Label[];
  }) => (labels: Readonly<Record<Label, string>>) => void;
  /** Adds a histogram of durations with labels; returns the function that records one, in milliseconds. */
  readonly addDurations: <Label extends string>(durations: {
    readonly name: MetricName;
    readonly help: string;
    readonly labels: readonly Label[];
  }) => (labels: Readonly<Record<Label, string>>, ms: number) => void;
  /** Returns all metrics in Prometheus's text format 0.0.4, with its media type. */
  readonly metricsText: () => Promise<{ readonly type: string; readonly text: string }>;
}

/** For example `slipway_mail_oldest_waiting_seconds`. */
export type MetricName = `slipway_${Lowercase<string>}`;

/** Bounds of the histogram's buckets, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

/** Creates a registry that contains only the default metrics of Node's process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    addGauge({ name, help, read }) {
      new Gauge({
        name,
        help,
        registers,
        /** Reads the value, or removes the gauge from this answer. */
        async collect() {
          // A gauge that cannot be read is left out, so that the others are still reported.
          const value = await Promise.resolve()
            .then(read)
            .catch(() => undefined);
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    },
    addCounter({ name, help, labels }) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers });
      return (values) => counter.inc(values);
    },
    addDurations({ name, help, labels }) {
      const histogram = new Histogram({ name, help, labelNames: [...labels], registers, buckets });
      return (values, ms) => histogram.observe(values, ms / 1000);
    },
    async metricsText() {
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
