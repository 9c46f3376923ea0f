import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The first failing test ends the run for a fault: first files that failed last time, then small ones. */
export class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const wasRed = (it: TestSpecification) => Number(this.ctx.cache.getTestSpecificationResult(it)?.failed ?? false);
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => wasRed(b) - wasRed(a) || size(a) - size(b));
  }
}
