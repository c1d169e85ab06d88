import type { RunningServer } from './start-server.ts';

/** Returns a line for each address that a person can open; the last one says that all of them answer. */
export function addressLines({
  origin,
  metricsOrigin,
  firstOwnerLink,
}: Omit<RunningServer, 'stop'>): readonly string[] {
  return [
    `Pages of the demonstration  ${origin}/`,
    `GraphQL                     ${origin}/graphql`,
    `Studio                      ${origin}/studio`,
    ...(firstOwnerLink === undefined ? [] : [`Studio, first owner         ${firstOwnerLink}`]),
    ...(metricsOrigin === undefined ? [] : [`Metrics                     ${metricsOrigin}/metrics`]),
    `Health                      ${origin}/healthz`,
  ];
}
