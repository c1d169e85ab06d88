export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

export interface Trend {
  /** The means of the first and of the last third. */
  readonly first: number;
  readonly last: number;
  /** The slope by least squares, and twice its standard error, with samples assumed to be independent. */
  readonly perHour: number;
  readonly give: number;
}

/**
 * Returns the trend of samples in order of time, without the first quarter of the time, in which a program
 * warms up.
 */
export function getTrend(samples: readonly Sample[]): Trend {
  const [begin, end] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0];
  const warm = samples.filter(({ atMs }) => atMs >= begin + (end - begin) / 4);
  const third = Math.ceil(warm.length / 3);
  const { slope, error } = fitLine(warm.map(({ atMs, value }) => [atMs / hourMs, value]));
  return {
    first: getMean(warm.slice(0, third).map(({ value }) => value)),
    last: getMean(warm.slice(-third).map(({ value }) => value)),
    perHour: slope,
    give: 2 * error,
  };
}

/** Returns the minimum of each interval: for a heap, about its size after a garbage collection. */
export function getMinima(samples: readonly Sample[], stretchMs: number): readonly Sample[] {
  const stretches = new Map<number, Sample>();
  for (const sample of samples) {
    const stretch = Math.floor(sample.atMs / stretchMs);
    const known = stretches.get(stretch);
    if (!known || sample.value < known.value) stretches.set(stretch, sample);
  }
  return [...stretches.values()];
}

const hourMs = 3_600_000;

function fitLine(points: readonly (readonly [x: number, y: number])[]) {
  const [middleX, middleY] = [getMean(points.map(([x]) => x)), getMean(points.map(([, y]) => y))];
  const spread = getSum(points.map(([x]) => (x - middleX) ** 2));
  const slope = getSum(points.map(([x, y]) => (x - middleX) * (y - middleY))) / spread;
  const left = getSum(points.map(([x, y]) => (y - middleY - slope * (x - middleX)) ** 2));
  return { slope, error: Math.sqrt(left / (points.length - 2) / spread) };
}

function getMean(values: readonly number[]): number {
  return getSum(values) / values.length;
}

function getSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
