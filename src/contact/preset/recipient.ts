export { findOfficeLabel as findRecipient } from '../yard/recipient.ts';
