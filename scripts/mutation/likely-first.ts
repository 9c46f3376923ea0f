import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The first red test ends the run for a fault: files that were red at their last run are asked first, then short ones. */
export class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const wasRed = (it: TestSpecification) => Number(this.ctx.cache.getTestSpecificationResult(it)?.failed ?? false);
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => wasRed(b) - wasRed(a) || size(a) - size(b));
  }
}
