//! Whatever happens in whatever order: nobody is answered twice or with what they did not ask,
//! nobody declines but the person, and in the end everybody has an answer.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::world::World;
use crate::interceptor::When;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_world_stays_in_order(
        when in select(vec![When::Always, When::Missing]),
        capabilities in select(vec![
            json!({}),
            json!({"roots": {}}),
            json!({"elicitation": {}}),
            json!({"elicitation": {"url": {}}}),
            json!({"elicitation": {"form": {}, "url": {}}}),
        ]),
        is_initialised: bool,
        turns in vec((any::<u8>(), any::<u16>()), 0..120),
    ) {
        let mut world = World::new(when, capabilities, is_initialised);
        for (what, which) in turns {
            world.turn(what, which.into());
        }
        world.end();
    }
}
