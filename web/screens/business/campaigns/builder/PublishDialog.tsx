import { Button, Modal } from '@mantine/core';
import { IconCircleCheck, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Landing } from '../../../../../api/contract/campaigns.ts';
import type { PageKind, StoredSections } from '../../../../../api/contract/page-model.ts';
import { CopyField } from '../../../../components/CopyField.tsx';
import { t } from '../texts.ts';
import { here } from '../useCampaignActions.tsx';
import { sectionLabel } from './Controls.tsx';
import { changedSections } from '../../../../builder/log.ts';
import { pageOf } from './page.ts';
import { Warnings } from './Sections.tsx';
import type { Warning } from './warnings.ts';

/** Asks before a page goes live, and says what changes by it; afterwards it is the way to the page and to its link. */
export function PublishDialog({
  id,
  kind,
  page,
  published,
  link,
  warnings,
  onClose,
  onPublish,
  onWarning,
}: {
  readonly id: string;
  readonly kind: PageKind;
  readonly page: StoredSections;
  readonly published: Landing['published'];
  readonly link: string | null;
  readonly warnings: readonly Warning[];
  readonly onClose: () => void;
  /** False: it could not be. */
  readonly onPublish: () => Promise<boolean>;
  readonly onWarning: (section: string, field: string) => void;
}) {
  const [state, setState] = useState<'asks' | 'busy' | 'failed' | 'live'>('asks');
  const popup = kind === 'popup';
  if (state === 'live')
    return (
      <Modal opened onClose={onClose} title={t('builder.liveTitle')} size="md">
        <p className="bld-islive" role="status">
          <IconCircleCheck size={20} aria-hidden />
          {t(
            popup ? 'popup.live'
            : link === null ? 'builder.liveCoupon'
            : 'builder.liveText',
          )}
        </p>
        {link !== null && <CopyField label={t('share.link')} value={link} />}
        <div className="bld-buttons">
          {popup ?
            <Button component={Link} href={`${here}/${id}`} data-autofocus>
              {t('popup.getScript')}
            </Button>
          : link === null ?
            <Button onClick={onClose}>{t('builder.goOn')}</Button>
          : <>
              <Button component={Link} href={`${here}/${id}`} variant="default">
                {t('builder.shareIt')}
              </Button>
              <Button
                component="a"
                href={link}
                target="_blank"
                rel="noreferrer"
                data-autofocus
                rightSection={<IconExternalLink size={16} aria-hidden />}
              >
                {t('landings.view')}
              </Button>
            </>
          }
        </div>
      </Modal>
    );
  const different = published === null ? null : Object.keys(changedSections(page, pageOf(kind, published)));
  return (
    <Modal opened onClose={onClose} title={t(popup ? 'popup.publishTitle' : 'builder.publishTitle')} size="md">
      {different === null ?
        <p>
          {t(
            popup ? 'popup.publishFirst'
            : link === null ? 'builder.publishCoupon'
            : 'builder.publishFirst',
          )}
        </p>
      : different.length === 0 ?
        <p>{t('builder.publishNothing')}</p>
      : <>
          <p>{t('builder.publishChanges')}</p>
          <ul className="bld-changes">
            {different.map((name) => (
              <li key={name}>{sectionLabel(name, kind)}</li>
            ))}
          </ul>
        </>
      }
      {different !== null && different.length > 0 && (
        <p className="muted">{t(popup ? 'popup.publishKeeps' : 'builder.publishKeeps')}</p>
      )}
      {link !== null && <p className="mono bld-link">{link}</p>}
      {warnings.length > 0 && <Warnings kind={kind} warnings={warnings} onOpen={onWarning} />}
      {state === 'failed' && (
        <p className="bld-wrong" role="alert">
          {t('builder.publishFailed')}
        </p>
      )}
      <div className="bld-buttons">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button
          loading={state === 'busy'}
          disabled={different?.length === 0}
          data-autofocus
          onClick={() => {
            setState('busy');
            void onPublish().then((done) => {
              setState(done ? 'live' : 'failed');
            });
          }}
        >
          {t(warnings.length > 0 ? 'builder.publishAnyway' : 'builder.publishNow')}
        </Button>
      </div>
    </Modal>
  );
}
