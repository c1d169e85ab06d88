/** Sends enquiries later (docs/behaviour.md, "Sent later"). The module is loaded when the visitor begins to type. */
export { discard, isSupported } from './keep-enquiry.ts';
export { KeepOffer } from './keep-offer.tsx';
export { WaitingStatus } from './waiting-status.tsx';
