import type { ServerSettings } from '../config/settings.ts';
import { addressKey } from './address-key.ts';
import { createWindow, type Grant } from './window.ts';

/** How much one address may ask for (docs/contract.md, "Refusals"). */
export interface Limits {
  /** One call of `sendContactUs`. Without a ticket that holds, an address may not go on like that for long. */
  takeSend(request: { readonly address: string; readonly hasTicket: boolean; readonly now: number }): Grant;
  /** One upload target. */
  takeUploadTarget(request: { readonly address: string; readonly now: number }): Grant;
}

/** Counts in memory, each instance on its own; with `isOn` false everything is granted. */
export function createLimits({
  settings,
  isOn,
}: {
  readonly settings: ServerSettings['limits'];
  readonly isOn: boolean;
}): Limits {
  if (!isOn) return { takeSend: () => granted, takeUploadTarget: () => granted };
  const { withoutTicket, addresses } = settings;
  const sends = createWindow(settings);
  const sendsWithoutTicket = createWindow({ windowMs: withoutTicket.windowMs, addresses });
  const uploadTargets = createWindow(settings);
  return {
    takeSend({ address, hasTicket, now }) {
      const key = addressKey(address);
      const grant = sends.take({ key, most: settings.sends, now });
      if (!grant.isGranted || hasTicket) return grant;
      return sendsWithoutTicket.take({ key, most: withoutTicket.sends, now });
    },
    takeUploadTarget: ({ address, now }) =>
      uploadTargets.take({ key: addressKey(address), most: settings.uploadTargets, now }),
  };
}

const granted: Grant = { isGranted: true };
