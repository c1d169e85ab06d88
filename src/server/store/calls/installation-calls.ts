import type { Documents } from '#engine';
import { defineRead, defineWrite } from './call.ts';

/** A key of the installation, encrypted with a key derived from the secret. */
export interface SealedKey {
  /** The first key has the number 1. */
  readonly number: number;
  readonly sealed: string;
}

export interface OtherInstallation {
  /** True if its archives are accepted. */
  readonly isTrusted: boolean;
  readonly last?: ImportedVersion;
}

/** An imported version: the common base of later changes in both installations. */
export interface ImportedVersion {
  readonly number: number;
  readonly documents: Documents;
}

/** The store's calls about this installation's keys and about other installations. */
export const installationCalls = {
  /** Returns all keys of this installation, in the order of their numbers. */
  installationKeys: defineRead<void, readonly SealedKey[]>(),
  /** Adds the next key. Returns false if there is already a key with its number. */
  addInstallationKey: defineWrite<SealedKey, boolean>(),
  /** Replaces the encrypted text of a key. */
  resealInstallationKey: defineWrite<SealedKey, void>(),
  /** Returns an installation by the fingerprint of its key; undefined if it is unknown. */
  otherInstallation: defineRead<string, OtherInstallation | undefined>(),
  /** Updates the given properties of an installation; the others stay. */
  updateOtherInstallation: defineWrite<Partial<OtherInstallation> & { readonly fingerprint: string }, void>(),
};
