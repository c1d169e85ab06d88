import type { Documents } from '#engine';
import { read, write } from './call.ts';

/** A key of the installation, sealed with a key of the secret. */
export interface SealedKey {
  /** 1 is the first that was made. */
  readonly number: number;
  readonly sealed: string;
}

/** What is known of another installation. */
export interface OtherInstallation {
  /** Its archives are taken. */
  readonly isTrusted: boolean;
  /** What was imported of it last. */
  readonly last?: ImportedVersion;
}

/** What was imported: the common ground of what both installations do from then on. */
export interface ImportedVersion {
  readonly number: number;
  readonly documents: Documents;
}

/** The store's calls about this installation and others, where several servers share a database; a server of its own has them in the data folder. */
export const installationCalls = {
  /** Every key that was made, the first one first. */
  installationKeys: read<void, readonly SealedKey[]>(),
  /** Adds a key behind all that there are; false where there is another with its number. */
  addInstallationKey: write<SealedKey, boolean>(),
  /** Seals a key anew. */
  resealInstallationKey: write<SealedKey, void>(),
  /** What is known of an installation, by the fingerprint of its key; undefined: nothing. */
  otherInstallation: read<string, OtherInstallation | undefined>(),
  /** All that is known of others, by the fingerprints of their keys. */
  otherInstallations: read<void, Readonly<Record<string, OtherInstallation>>>(),
  /** Notes what is new of it; the rest stays. */
  noteOtherInstallation: write<Partial<OtherInstallation> & { readonly fingerprint: string }, void>(),
};
