import type { Health } from '../health/health.ts';
import type { Store } from '../store/store.ts';

const minuteMs = 60_000;
const isWarning = true;

/**
 * Adds checks and gauges of the destinations: which are switched off, which deliveries failed, how long the
 * oldest one has waited. They only warn: a broken destination is the same for every instance, and each still
 * accepts enquiries and sends mails.
 */
export function addDeliveryHealth({
  health,
  store,
  alarmMs,
  now,
}: {
  readonly health: Pick<Health, 'addCheck' | 'addGauge'>;
  readonly store: Pick<Store, 'destinationStates'>;
  readonly alarmMs: number;
  readonly now: () => number;
}): void {
  const loadStates = () => store.destinationStates();
  health.addCheck({
    name: 'destination-off',
    isWarning,
    findTrouble: async () => {
      const off = (await loadStates()).flatMap(({ destination, off: is }) =>
        is ? [`"${destination}": ${is.reason}`] : [],
      );
      return off.length > 0 ? `destinations are switched off: ${off.join('; ')}` : undefined;
    },
  });
  health.addCheck({
    name: 'delivery-failed',
    isWarning,
    findTrouble: async () => {
      const failing = (await loadStates()).filter(({ failed, off }) => failed > 0 && !off);
      const descriptions = failing.map(({ destination, failed }) => `${failed} to "${destination}"`);
      return descriptions.length > 0 ? `deliveries failed: ${descriptions.join(', ')}` : undefined;
    },
  });
  health.addCheck({
    name: 'delivery-age',
    isWarning,
    findTrouble: async () => {
      const late = (await loadStates()).filter(
        ({ oldestWaitingSince, off }) =>
          !off && oldestWaitingSince !== undefined && now() - oldestWaitingSince > alarmMs,
      );
      const descriptions = late.map(
        ({ destination, oldestWaitingSince = 0 }) =>
          `to "${destination}" ${Math.floor((now() - oldestWaitingSince) / minuteMs)} minutes`,
      );
      return descriptions.length > 0 ? `deliveries wait: ${descriptions.join(', ')}` : undefined;
    },
  });
  const createTotalReader = (figure: 'waiting' | 'failed') => async () =>
    (await loadStates()).reduce((total, state) => total + state[figure], 0);
  health.addGauge({
    name: 'slipway_deliveries_waiting',
    help: 'Deliveries that are tried again',
    read: createTotalReader('waiting'),
  });
  health.addGauge({
    name: 'slipway_deliveries_failed',
    help: 'Deliveries that were given up',
    read: createTotalReader('failed'),
  });
  health.addGauge({
    name: 'slipway_destinations_off',
    help: 'Destinations that are switched off',
    read: async () => (await loadStates()).filter(({ off }) => off).length,
  });
}
