import type { QueueHealthOptions } from '../../platform/health/health.ts';
import type { Store } from '../../store/store.ts';

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
}: QueueHealthOptions<Pick<Store, 'destinationStates'>>): void {
  const loadStates = () => store.destinationStates();
  health.addCheck({
    name: 'destination-off',
    isWarning,
    /**
     * Returns the names of the destinations that are switched off, with reasons; undefined if there are none.
     */
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
    /**
     * Returns the numbers of failed deliveries of each destination that is not switched off; undefined if all
     * are 0.
     */
    findTrouble: async () => {
      const failing = (await loadStates()).filter(({ failed, off }) => failed > 0 && !off);
      const descriptions = failing.map(({ destination, failed }) => `${failed} to "${destination}"`);
      return descriptions.length > 0 ? `deliveries failed: ${descriptions.join(', ')}` : undefined;
    },
  });
  health.addCheck({
    name: 'delivery-age',
    isWarning,
    /**
     * Returns the destinations, except switched off ones, whose oldest delivery has waited longer than
     * `alarmMs`, and for how many minutes; undefined if there are none.
     */
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
  /** Returns a function that returns the sum of a figure over all destinations. */
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
    /** Returns the number of destinations that are switched off. */
    read: async () => (await loadStates()).filter(({ off }) => off).length,
  });
}
