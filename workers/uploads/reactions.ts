import { reactions } from '../engine/reactions.ts';
import { redactTimer, redactUploads, uploadErasures } from './erasures.ts';
import { uploadFeed } from './jobs.ts';
import { runUploads, type UploadFigures, type UploadRun, type UploadService } from './run.ts';

interface Needs {
  /** Where files of contacts lie; left out: they wait. */
  readonly uploads?: UploadService;
  readonly uploadFigures: UploadFigures;
  readonly config: { readonly uploads?: Pick<UploadRun, 'pollMs' | 'batch' | 'retryFirstMs'> };
}

export const uploadReactions = reactions<Needs>('uploads', (services) => {
  const { db, store, commands, clock, log, now, bells, wake, config, uploads, uploadFigures } = services;
  if (uploads === undefined) return {};
  const parts = { db, store, commands, figures: uploadFigures, bell: bells.uploads, clock, log, ...config.uploads };
  return {
    follows: [uploadFeed({ now, wake: () => wake('uploads') }), uploadErasures({ now })],
    loops: [({ stopping }) => runUploads({ ...parts, service: uploads }, stopping)],
    timers: { [redactTimer]: redactUploads({ db, store, commands, service: uploads, now }) },
  };
});
