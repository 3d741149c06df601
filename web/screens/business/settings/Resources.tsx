import '../business.css';
import { IconFileText } from '@tabler/icons-react';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { t } from './texts.ts';
import { useProfile } from '../../../session/profile.tsx';
import { paragraphs } from './linked.ts';

/** What the agency has prepared for the business: a text whose links can be opened. */
export default function Resources() {
  const content = useProfile().business?.template_content?.trim() ?? '';
  return (
    <div className="bk-page">
      <PageHeader title={t('resources.title')} />
      <section className="bk-card">
        {content === '' ?
          <EmptyState icon={IconFileText} title={t('resources.none')} text={t('resources.noneText')} />
        : <div className="body bk-prose">
            {paragraphs(content).map((paragraph, index) => (
              <p key={index}>
                {paragraph.map((part, at) =>
                  part.href === null ?
                    part.text
                  : <a key={at} href={part.href} target="_blank" rel="noreferrer noopener">
                      {part.text}
                    </a>,
                )}
              </p>
            ))}
          </div>
        }
      </section>
    </div>
  );
}
