import type { QueueHealthOptions } from '../platform/health/health.ts';
import type { Store } from '../store/store.ts';
import type { VirusScanner } from './clamd.ts';
import type { FreeSpace } from './free-space.ts';

/**
 * Adds checks and gauges of photos: free space, the virus scanner, waiting photos, and those in quarantine
 * (docs/runbook.md). Without `space` or `scanner` those checks are left out. The check of waiting photos
 * fails if the oldest has waited for more than `alarmMs`.
 */
export function addPhotoHealth({
  health,
  store,
  space,
  scanner,
  alarmMs,
  now,
}: QueueHealthOptions<Pick<Store, 'photoFigures'>> & {
  readonly space: FreeSpace | undefined;
  readonly scanner?: Pick<VirusScanner, 'ping'> | undefined;
}): void {
  const loadFigures = () => store.photoFigures({ now: now() });
  /** Returns the time for which the oldest photo has waited to be re-encoded; 0 if none waits. */
  const getLongestWaitMs = async () => now() - ((await loadFigures()).oldestToMakeSince ?? now());
  if (space) {
    health.addCheck({
      name: 'free-space',
      findTrouble: async () =>
        (await space.isShort())
          ? 'the disk of the photos has less free space than required: photos are refused'
          : undefined,
    });
    health.addGauge({
      name: 'slipway_photos_free_bytes',
      help: 'Free space on the disk of the photos',
      read: space.free,
    });
  }
  if (scanner) {
    health.addCheck({
      name: 'virus-scanner',
      findTrouble: () =>
        scanner.ping().then(
          () => undefined,
          () => 'the virus scanner does not answer: no file can be opened',
        ),
    });
  }
  health.addCheck({
    name: 'photo-backlog',
    findTrouble: async () =>
      (await getLongestWaitMs()) > alarmMs ? 'photos of enquiries wait to be re-encoded' : undefined,
  });
  health.addGauge({
    name: 'slipway_photos_to_make',
    help: 'Photos of enquiries that are to be re-encoded',
    read: async () => (await loadFigures()).toMake,
  });
  health.addGauge({
    name: 'slipway_photo_oldest_to_make_seconds',
    help: 'How long the oldest of them has waited',
    read: async () => (await getLongestWaitMs()) / 1000,
  });
  health.addGauge({
    name: 'slipway_photos_quarantined',
    help: 'Photos that could not be re-encoded, with their originals',
    read: async () => (await loadFigures()).quarantined,
  });
}
