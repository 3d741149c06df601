import { Skeleton } from '@mantine/core';

const heights = [38, 52, 44, 70, 62, 48, 80, 66, 54, 72, 60, 84, 58, 68] as const;

/** Bars, before a chart is there. */
export const ChartGhost = () => (
  <div className="bk-chartghost" aria-hidden>
    {heights.map((height, index) => (
      <Skeleton key={index} height={`${height}%`} radius="sm" />
    ))}
  </div>
);

/** A picture, a headline and lines of text: a page or an email, before it is there. */
export const PageGhost = ({ picture = true }: { readonly picture?: boolean }) => (
  <div className="bk-pageghost" aria-hidden>
    {picture && <Skeleton height={150} />}
    <Skeleton height={26} width="72%" />
    <Skeleton height={12} />
    <Skeleton height={12} width="92%" />
    <Skeleton height={12} width="60%" />
    <Skeleton height={42} width="50%" mt={12} />
  </div>
);

/** Steps below each other, before the drawing of an automation is there. */
export const StepsGhost = () => (
  <div className="bk-stepsghost" aria-hidden>
    {[0, 1, 2, 3].map((step) => (
      <div key={step} className="step">
        <Skeleton height={28} width={28} radius="md" />
        <span>
          <Skeleton height={11} width={90} mb={8} />
          <Skeleton height={10} width={150} />
        </span>
      </div>
    ))}
  </div>
);
