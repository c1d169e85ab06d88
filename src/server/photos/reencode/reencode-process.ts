import { type ReencodeRequest, reencodePhoto } from './reencode-photo.ts';

// The body of the process that `createReencoder` starts: strangers' files are decoded here, away from everything that
// would be lost if a decoder broke.
process.on('message', async (request: ReencodeRequest) => {
  process.send?.(await reencodePhoto(request));
});
process.on('disconnect', () => process.exit());
