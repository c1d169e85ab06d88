import type { Health } from '../health/health.ts';
import type { Store } from '../store/store.ts';
import type { VirusScanner } from './clamd.ts';
import type { FreeSpace } from './free-space.ts';

/** Adds checks and gauges of photos: free space, waiting ones, and those in quarantine (docs/runbook.md). */
export function addPhotoHealth({
  health,
  store,
  space,
  scanner,
  alarmMs,
  now,
}: {
  readonly health: Pick<Health, 'addCheck' | 'addGauge'>;
  readonly store: Pick<Store, 'photoFigures'>;
  readonly space: FreeSpace | undefined;
  readonly scanner?: Pick<VirusScanner, 'ping'> | undefined;
  readonly alarmMs: number;
  readonly now: () => number;
}): void {
  const figures = () => store.photoFigures({ now: now() });
  const waitedMs = async () => now() - ((await figures()).oldestToMakeSince ?? now());
  if (space) {
    health.addCheck({
      name: 'free-space',
      findTrouble: async () =>
        (await space.isShort())
          ? 'the disk of the photos has less room than its floor: photos are refused'
          : undefined,
    });
    health.addGauge({
      name: 'slipway_photos_free_bytes',
      help: 'Free room on the disk of the photos',
      read: space.free,
    });
  }
  if (scanner) {
    health.addCheck({
      name: 'virus-scanner',
      findTrouble: () =>
        scanner.ping().then(
          () => undefined,
          () => 'the virus scanner does not answer: no file is handed out',
        ),
    });
  }
  health.addCheck({
    name: 'photo-backlog',
    findTrouble: async () =>
      (await waitedMs()) > alarmMs ? 'photos that enquiries name wait to be made anew' : undefined,
  });
  health.addGauge({
    name: 'slipway_photos_to_make',
    help: 'Photos that enquiries name and that are to be made anew',
    read: async () => (await figures()).toMake,
  });
  health.addGauge({
    name: 'slipway_photo_oldest_to_make_seconds',
    help: 'How long the oldest of them has waited',
    read: async () => (await waitedMs()) / 1000,
  });
  health.addGauge({
    name: 'slipway_photos_quarantined',
    help: 'Photos that could not be made anew, with their originals',
    read: async () => (await figures()).quarantined,
  });
}
