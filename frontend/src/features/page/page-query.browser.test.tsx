import { expect, it } from "vitest";
import { PageQuery } from "@/features/page";
import { TOUR } from "@/generated/routes/tour/tour";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

it(
  "shows nothing of a page that comes at once",
  proves("purchase §9", "what stands in for a page fades in after 200 ms"),
  async () => {
    const page = (
      <PageQuery query={TOUR} variables={{ slug: "x" }} pick={(data) => data.tour} skeleton={<i>skeleton</i>}>
        {(tour) => <h1>{tour.name}</h1>}
      </PageQuery>
    );
    const { findByRole } = await renderPage(page, { answers: { TOUR: () => new Promise(() => undefined) } });
    const [fade] = (await findByRole("status")).getAnimations();
    expect(fade?.effect?.getTiming()).toMatchObject({ delay: 200, duration: 200, fill: "backwards" });
  },
);
