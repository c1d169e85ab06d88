import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted and measured, in Prometheus's format. Names begin with `slipway_` and end with their unit. */
export interface Metrics {
  /** Adds a value that is read whenever somebody asks; undefined: nothing is told. */
  readonly addGauge: (gauge: {
    readonly name: MetricName;
    readonly help: string;
    readonly read: () => Promise<number | undefined> | number | undefined;
  }) => void;
  /** Adds a count by labels; gives the function that counts. Labels come from closed lists, never from a visitor. */
  readonly addCounter: <Label extends string>(counter: {
    readonly name: MetricName;
    readonly help: string;
    readonly labels: readonly Label[];
  }) => (labels: Readonly<Record<Label, string>>) => void;
  /** Adds a distribution of durations by labels; gives the function that notes one, in milliseconds. */
  readonly addDurations: <Label extends string>(durations: {
    readonly name: MetricName;
    readonly help: string;
    readonly labels: readonly Label[];
  }) => (labels: Readonly<Record<Label, string>>, ms: number) => void;
  /** Everything, as Prometheus reads it (its text format 0.0.4). */
  readonly metricsText: () => Promise<{ readonly type: string; readonly text: string }>;
}

/** `slipway_mail_oldest_waiting_seconds` */
export type MetricName = `slipway_${Lowercase<string>}`;

/** Bounds of the durations' buckets, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

/** The metrics of one server: those of its process, and those that are added. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    addGauge({ name, help, read }) {
      new Gauge({
        ...{ name, help, registers },
        async collect() {
          // One that cannot be read tells nothing, and the others are told.
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
