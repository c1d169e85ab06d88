import type { RunningServer } from '../../support/server.ts';

/** Processor time that a server has taken since its start; it must have a port for metrics. */
export async function cpuSeconds(server: RunningServer): Promise<number> {
  return metric(server, 'process_cpu_seconds_total');
}

/** A metric without labels, as it is now. @throws where the server tells none of this name. */
async function metric(server: RunningServer, name: string): Promise<number> {
  const address = /http:\S+\/metrics/.exec(server.printed())?.[0];
  if (address === undefined) throw new Error(`Cannot read "${name}": set SLIPWAY_METRICS_PORT`);
  const text = await (await fetch(address)).text();
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`Cannot read "${name}": the server tells none`);
  return Number(value);
}
