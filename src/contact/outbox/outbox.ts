/** Sends enquiries later (docs/behaviour.md, "Sent later"). The module is loaded when the visitor begins to type. */

export { KeepOffer } from './status/keep-offer.tsx';
export { WaitingStatus } from './status/waiting-status.tsx';
export { discard, isSupported } from './store/keep-enquiry.ts';
