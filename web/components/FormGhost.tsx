import { Skeleton } from '@mantine/core';
import { t } from './texts.ts';

/** A form whose record is on its way: sections and fields where they will be. */
export function FormGhost({ sections = 2 }: { readonly sections?: number }) {
  return (
    <div className="bk-form" role="status" aria-label={t('app.loading')}>
      {Array.from({ length: sections }, (_, index) => (
        <div key={index} className="bk-section">
          <div className="about">
            <Skeleton height={13} width={120} mb={10} />
            <Skeleton height={10} width="90%" mb={6} />
            <Skeleton height={10} width="60%" />
          </div>
          <div className="fields bk-card">
            {[0, 1, 2].map((field) => (
              <div key={field}>
                <Skeleton height={11} width={90} mb={8} />
                <Skeleton height={34} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
